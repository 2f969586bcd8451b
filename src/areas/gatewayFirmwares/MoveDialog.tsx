import type { ReactNode } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../api/api'
import { isApiError } from '../../api/errors'
import { statusBody, type StatusBody } from '../../contract/firmwareCalls'
import { gateways } from '../../contract/gateways'
import { gatewayFirmwares, type GatewayFirmware } from '../../contract/gatewayFirmwares'
import { draftErrors, draftOf } from '../../crud/form/values'
import type { RowDialogProps } from '../../crud/model/declaration'
import { sentenceOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { useNewestRow } from '../../crud/model/useNewestRow'
import { counted } from '../../crud/model/words'
import { FormDialog } from '../../ui/form/FormDialog'
import { TextAreaField } from '../../ui/form/TextAreaField'
import { useToast } from '../../ui/overlay/Toaster'
import { useMoveFirmwareMutation } from './firmwareApi'

/** Releases a draft: it can be assigned from then on, and not changed any more. */
export function ReleaseDialog(props: RowDialogProps<GatewayFirmware>) {
  return (
    <MoveDialog {...props} to="released" verb="Release" done="released">
      It can then be assigned to gateways. Its name, version, hardwares and file can no longer be changed.
    </MoveDialog>
  )
}

/** Deprecates a release: it stays installed, but cannot be assigned. */
export function DeprecateDialog(props: RowDialogProps<GatewayFirmware>) {
  return (
    <MoveDialog {...props} to="deprecated" verb="Deprecate" done="deprecated" reason="optional">
      It can no longer be assigned, and rollouts of it stop. It stays on {counted(props.row.installedCount, gateways.nouns)}.
      Gateways that were assigned it individually still get it. This cannot be undone.
    </MoveDialog>
  )
}

/** Revokes a firmware permanently. */
export function RevokeDialog(props: RowDialogProps<GatewayFirmware>) {
  const { installedCount, pendingCount, failedCount } = props.row
  const waitingCount = pendingCount + failedCount
  return (
    <MoveDialog {...props} to="revoked" verb="Revoke" done="revoked" reason="required" danger>
      It can no longer be assigned, and rollouts of it stop.
      {waitingCount > 0 && ` ${counted(waitingCount, gateways.nouns)} will no longer get it.`}
      {installedCount > 0 &&
        ` ${counted(installedCount, gateways.nouns)} that ${installedCount === 1 ? 'runs' : 'run'} it will show the firmware status “Error” until another firmware is installed.`}{' '}
      This cannot be undone.
    </MoveDialog>
  )
}

interface MoveDialogProps extends RowDialogProps<GatewayFirmware> {
  readonly to: StatusBody['status']
  readonly verb: string
  readonly done: string
  readonly reason?: 'optional' | 'required'
  readonly danger?: boolean
  readonly children: ReactNode
}

function MoveDialog({ row, onClose, to, verb, done, reason, danger, children }: MoveDialogProps) {
  const [move, { isLoading, error }] = useMoveFirmwareMutation()
  const [{ version }, noteRefusal] = useNewestRow(row)
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  return (
    <FormDialog
      role="alertdialog"
      title={`${verb} ${row.title}?`}
      description={<p>{children}</p>}
      action={verb}
      danger={danger}
      busy={isLoading}
      failure={error === undefined ? null : sentenceOf(error)}
      onClose={onClose}
      initialValues={{ reason: '' }}
      validate={(values) => draftErrors(statusBody, bodyOf(to, values))}
      onSubmit={async (values) => {
        const answer = await move({ id: row.id, version, body: bodyOf(to, values) })
        if (answer.error === undefined) {
          toast({ message: `${row.title} ${done}` })
          return onClose()
        }
        noteRefusal(answer.error)
        if (isApiError(answer.error) && answer.error.status !== 0)
          // The shown status may be outdated: refetches it, and the next attempt uses the new one.
          dispatch(api.util.invalidateTags([gatewayFirmwares.name]))
      }}
    >
      {reason !== undefined && (
        <TextAreaField
          name="reason"
          label="Reason"
          required={reason === 'required'}
          hint="Shown to everyone who opens this firmware."
        />
      )}
    </FormDialog>
  )
}

function bodyOf(status: StatusBody['status'], values: { readonly reason: string }): StatusBody {
  return { status, ...draftOf(values) }
}
