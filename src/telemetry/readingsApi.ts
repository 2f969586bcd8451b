import { api } from '../api/api'
import { resultIn } from '../api/request'
import type { Curve } from '../contract/metrics'
import {
  latestPath,
  plantReadingsPath,
  plantSeriesPath,
  seriesPath,
  type LatestReading,
  type PlantSensor,
  type PlantSeries,
  type Series,
} from '../contract/readings'
import { sensors } from '../contract/sensors'

/** Parameters of a sensor's curve; times in milliseconds since 1970. */
interface SeriesParams {
  readonly sensorId: string
  readonly metric: Curve
  readonly from: number
  readonly to: number
}

/** Parameters of the curves of a plant's sensors; times in milliseconds since 1970. */
interface PlantSeriesParams extends Omit<SeriesParams, 'sensorId'> {
  readonly plantId: string
}

const readingsApi = api.enhanceEndpoints({ addTagTypes: [sensors.name] }).injectEndpoints({
  endpoints: (build) => ({
    getLatestReadings: build.query<readonly LatestReading[], string>({
      query: (sensorId) => ({ url: latestPath(sensorId), quiet: true, read: resultIn }),
      providesTags: (_readings, _error, id) => [{ type: sensors.name, id }],
    }),
    getPlantReadings: build.query<readonly PlantSensor[], string>({
      query: (plantId) => ({ url: plantReadingsPath(plantId), quiet: true, read: resultIn }),
      providesTags: (sensed) => [
        { type: sensors.name, id: 'LIST' },
        ...(sensed ?? []).map(({ sensorId }) => ({ type: sensors.name, id: sensorId })),
      ],
    }),
    getPlantSeries: build.query<PlantSeries, PlantSeriesParams>({
      query: ({ plantId, metric, from, to }) => ({
        url: plantSeriesPath(plantId),
        params: new URLSearchParams({ metric, from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
        quiet: true,
        read: resultIn,
      }),
      providesTags: [{ type: sensors.name, id: 'LIST' }],
      keepUnusedDataFor: 60,
    }),
    getSeries: build.query<Series, SeriesParams>({
      query: ({ sensorId, metric, from, to }) => ({
        url: seriesPath(sensorId),
        params: new URLSearchParams({ metric, from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
        quiet: true,
        read: resultIn,
      }),
      providesTags: (_series, _error, { sensorId }) => [{ type: sensors.name, id: sensorId }],
      // A range that ends now changes every minute: caches recent ranges only, not those of a whole afternoon.
      keepUnusedDataFor: 60,
    }),
  }),
})

export const { useGetLatestReadingsQuery, useGetPlantReadingsQuery, useGetPlantSeriesQuery, useGetSeriesQuery } = readingsApi
