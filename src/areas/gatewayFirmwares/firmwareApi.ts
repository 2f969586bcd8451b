import { api } from '../../api/api'
import { resultIn, type Upload } from '../../api/request'
import { firmwarePaths, type AssignBody, type AssignOutcome, type StatusBody } from '../../contract/firmwareCalls'
import { gatewayFirmwares, type GatewayFirmware } from '../../contract/gatewayFirmwares'
import { gateways } from '../../contract/gateways'
import type { Keyed } from '../../crud/model/crudCalls'

type Versioned = Pick<GatewayFirmware, 'id' | 'version'>

/** Arguments of an assignment or its dry run. */
export interface Assignment extends Keyed {
  readonly id: string
  readonly body: AssignBody
}

const firmwareApi = api.enhanceEndpoints({ addTagTypes: [gatewayFirmwares.name, gateways.name] }).injectEndpoints({
  endpoints: (build) => ({
    moveFirmware: build.mutation<GatewayFirmware, Versioned & { readonly body: StatusBody }>({
      query: ({ id, version, body }) => ({
        url: firmwarePaths.status(id),
        method: 'POST',
        ifMatch: version,
        body,
        read: resultIn,
      }),
      // The latest firmware and the gateways' firmware status change with it.
      invalidatesTags: (row) => (row === undefined ? [] : [gatewayFirmwares.name, gateways.name]),
    }),
    assignFirmware: build.mutation<AssignOutcome, Assignment>({
      query: ({ id, body, key }) => ({
        url: firmwarePaths.assign(id),
        method: 'POST',
        body,
        idempotencyKey: key,
        read: resultIn,
      }),
      // Also after an error: another number of gateways may match now, or the answer of an assignment was lost.
      invalidatesTags: (outcome, _error, { body }) =>
        outcome !== undefined && body.dryRun === true ? [] : [gatewayFirmwares.name, gateways.name],
    }),
    uploadFirmware: build.mutation<GatewayFirmware, Versioned & { readonly upload: Upload; readonly sha256: string | null }>({
      query: ({ id, version, upload, sha256 }) => ({
        url: firmwarePaths.file(id),
        method: 'POST',
        params: new URLSearchParams(sha256 === null ? {} : { sha256 }),
        ifMatch: version,
        upload,
        read: resultIn,
      }),
      invalidatesTags: (row) => (row === undefined ? [] : [gatewayFirmwares.name]),
    }),
    downloadFirmware: build.mutation<Blob, string>({
      query: (id) => ({ url: firmwarePaths.file(id), accept: 'blob' }),
    }),
  }),
})

/** Start these untracked: the store must not hold the files and callbacks of the first two, and the machine keeps the answer of the third. */
export const { uploadFirmware, downloadFirmware, assignFirmware } = firmwareApi.endpoints
export const { useMoveFirmwareMutation } = firmwareApi
