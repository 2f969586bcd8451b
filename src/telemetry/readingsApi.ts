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

/** Parameters of a curve; times in milliseconds since 1970. */
interface CurveParams {
  readonly metric: Curve
  readonly from: number
  readonly to: number
}

/** The request for a curve. */
function curveRequest(url: string, { metric, from, to }: CurveParams) {
  const params = new URLSearchParams({ metric, from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  return { url, params, optional: true, read: resultIn } as const
}

/** The tags of a plant's answer: which sensors it has, and the readings of each. */
function tagsOf(all: readonly { readonly sensorId: string }[] = []) {
  return ['LIST', ...all.map(({ sensorId }) => sensorId)].map((id) => ({ type: sensors.name, id }))
}

const readingsApi = api.enhanceEndpoints({ addTagTypes: [sensors.name] }).injectEndpoints({
  endpoints: (build) => ({
    getLatestReadings: build.query<readonly LatestReading[], string>({
      query: (sensorId) => ({ url: latestPath(sensorId), optional: true, read: resultIn }),
      providesTags: (_readings, _error, id) => [{ type: sensors.name, id }],
    }),
    getPlantReadings: build.query<readonly PlantSensor[], string>({
      query: (plantId) => ({ url: plantReadingsPath(plantId), optional: true, read: resultIn }),
      providesTags: (sensed) => tagsOf(sensed),
    }),
    getPlantSeries: build.query<PlantSeries, CurveParams & { readonly plantId: string }>({
      query: ({ plantId, ...curve }) => curveRequest(plantSeriesPath(plantId), curve),
      providesTags: (series) => tagsOf(series?.curves),
      keepUnusedDataFor: 60,
    }),
    getSeries: build.query<Series, CurveParams & { readonly sensorId: string }>({
      query: ({ sensorId, ...curve }) => curveRequest(seriesPath(sensorId), curve),
      providesTags: (_series, _error, { sensorId }) => [{ type: sensors.name, id: sensorId }],
      // A range that ends now changes every minute: caches recent ranges only, not those of a whole afternoon.
      keepUnusedDataFor: 60,
    }),
  }),
})

export const { useGetLatestReadingsQuery, useGetPlantReadingsQuery, useGetPlantSeriesQuery, useGetSeriesQuery } = readingsApi
