import type { BulkRows } from '../../../machines/manyRowsMachine'
import { resultIn } from '../../api/request'
import { api } from '../../api/api'
import type { BulkOutcome } from '../../contract/bulk'
import { plantRequestPaths, plantRequests, type PlantRequest, type PlantRequestCounts } from '../../contract/plantRequests'
import { plants } from '../../contract/plants'
import type { Keyed } from '../../crud/model/crudCalls'

const requestApi = api.enhanceEndpoints({ addTagTypes: [plantRequests.name, plants.name] }).injectEndpoints({
  endpoints: (build) => ({
    /** By the parameters of a list without its status. */
    countPlantRequests: build.query<PlantRequestCounts, string>({
      query: (match) => ({ url: `${plantRequestPaths.counts}${match === '' ? '' : `?${match}`}`, read: resultIn }),
      providesTags: [{ type: plantRequests.name, id: 'LIST' }],
    }),
    publishPlantRequest: build.mutation<PlantRequest, Pick<PlantRequest, 'id' | 'version'>>({
      query: ({ id, version }) => ({ url: plantRequestPaths.publish(id), method: 'POST', ifMatch: version, read: resultIn }),
      invalidatesTags: (row, _error, { id }) =>
        row === undefined
          ? []
          : [
              { type: plantRequests.name, id: 'LIST' },
              { type: plantRequests.name, id },
              { type: plants.name, id: 'LIST' },
              'Analytics',
            ],
    }),
    publishPlantRequests: build.mutation<BulkOutcome, BulkRows & Keyed>({
      query: ({ key, ...rows }) => ({
        url: plantRequestPaths.publishMany,
        method: 'POST',
        body: rows,
        idempotencyKey: key,
        read: resultIn,
      }),
      invalidatesTags: [plantRequests.name, { type: plants.name, id: 'LIST' }, 'Analytics'],
    }),
  }),
})

export const { useCountPlantRequestsQuery, usePublishPlantRequestMutation, usePublishPlantRequestsMutation } = requestApi
