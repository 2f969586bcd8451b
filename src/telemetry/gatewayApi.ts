import { api } from '../api/api'
import { resultIn } from '../api/request'
import {
  availabilityPath,
  gatewayKeyPath,
  trafficPath,
  type GatewayAvailability,
  type GatewayTraffic,
} from '../contract/gatewayTraffic'
import { gateways } from '../contract/gateways'

const gatewayApi = api.enhanceEndpoints({ addTagTypes: [gateways.name] }).injectEndpoints({
  endpoints: (build) => ({
    getTraffic: build.query<GatewayTraffic, string>({
      query: (id) => ({ url: trafficPath(id), optional: true, read: resultIn }),
      providesTags: (_traffic, _error, id) => [{ type: gateways.name, id }],
    }),
    getAvailability: build.query<GatewayAvailability, string>({
      query: (id) => ({ url: availabilityPath(id), optional: true, read: resultIn }),
      providesTags: (_availability, _error, id) => [{ type: gateways.name, id }],
    }),
    makeGatewayKey: build.mutation<{ readonly key: string }, string>({
      query: (id) => ({ url: gatewayKeyPath(id), method: 'POST', read: resultIn }),
      // Also without an answer, which may have been lost.
      invalidatesTags: (_made, _error, id) => [{ type: gateways.name, id }, 'Attention'],
    }),
  }),
})

/** The store must not hold a key: start it untracked. */
export const { makeGatewayKey } = gatewayApi.endpoints
export const { useGetAvailabilityQuery, useGetTrafficQuery } = gatewayApi
