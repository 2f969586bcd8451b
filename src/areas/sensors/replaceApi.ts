import { resultIn } from '../../api/request'
import { api } from '../../api/api'
import type { Undoing } from '../../crud/model/crudCalls'
import { replacePath, sensors, type Replacement, type Sensor } from '../../contract/sensors'

interface Replacing extends Pick<Sensor, 'id' | 'version'>, Undoing {
  readonly device: Replacement
}

const replaceApi = api.enhanceEndpoints({ addTagTypes: [sensors.name] }).injectEndpoints({
  endpoints: (build) => ({
    replaceSensor: build.mutation<Sensor, Replacing>({
      query: ({ id, version, device, undoes }) => ({
        url: replacePath(id),
        method: 'POST',
        body: device,
        ifMatch: version,
        undoes,
        read: resultIn,
      }),
      invalidatesTags: (row, error, { id }) => {
        if (row !== undefined) return [{ type: sensors.name, id: 'LIST' }, { type: sensors.name, id }, 'Attention']
        return error?.problem.code === 'stale' ? [{ type: sensors.name, id }] : []
      },
    }),
  }),
})

export const { replaceSensor } = replaceApi.endpoints
export const { useReplaceSensorMutation } = replaceApi
