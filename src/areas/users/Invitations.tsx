import { MailPlus, MailX } from 'lucide-react'
import { useState } from 'react'
import { emailForm } from '../../contract/session'
import type { Invitation } from '../../contract/invitations'
import { listPath } from '../../crud/model/paths'
import { fieldsOf, isMissing, sentenceOf } from '../../crud/model/problems'
import { Unloaded } from '../../crud/parts/Unloaded'
import { useEnvironment } from '../../ui/environment/Environment'
import { Button } from '../../ui/controls/Button'
import { Card } from '../../ui/layout/Card'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { EmptyState } from '../../ui/layout/EmptyState'
import { Form, SubmitButton } from '../../ui/form/Form'
import { PageHeader } from '../../ui/layout/PageHeader'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table'
import { TextField } from '../../ui/form/TextField'
import { Unsaved } from '../../ui/form/Unsaved'
import { Time } from '../../ui/text/Time'
import { useToast } from '../../ui/overlay/Toaster'
import { Email } from './Email'
import { useInviteMutation, useListInvitationsQuery, useRevokeInvitationMutation } from './invitationApi'

/** /pages/users/invitations: invites new users, and lists the open invitations. */
export function Screen() {
  const { registration } = useEnvironment()
  return (
    <>
      <PageHeader
        title="Invitations"
        crumbs={[{ label: 'Users', href: listPath('users') }]}
        description="An invited person gets a link by email. It works once, for three days, and for that address only."
      />
      <div className="stack">
        {registration === 'closed' ? <Closed /> : <InviteCard />}
        <OpenCard />
      </div>
    </>
  )
}

/** In place of the form, which the server would refuse. */
function Closed() {
  return (
    <Card title="Invite someone">
      <EmptyState art="gate" title="Registration is closed">
        Nobody can be invited to this server until whoever runs it allows invitations, by FROND_REGISTRATION=invite.
      </EmptyState>
    </Card>
  )
}

function InviteCard() {
  const [invite] = useInviteMutation()
  const toast = useToast()
  return (
    <Card title="Invite someone">
      <Form
        label="Invite someone"
        className="measure"
        initialValues={{ email: '' }}
        schema={emailForm}
        onSubmit={async (values, { reset, setFieldErrors }) => {
          const { error } = await invite(values)
          if (error !== undefined) return setFieldErrors(fieldsOf(error))
          toast({ message: `Invitation sent to ${values.email}` })
          return reset()
        }}
      >
        <Unsaved />
        <TextField name="email" label="Email" type="email" autoComplete="off" />
        <SubmitButton icon={MailPlus} className="at-start">
          Send invitation
        </SubmitButton>
      </Form>
    </Card>
  )
}

function OpenCard() {
  // The route's loader has requested them already.
  const query = useListInvitationsQuery(undefined, { refetchOnMountOrArgChange: 5 })
  const { data } = query
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  return (
    <Card title="Open invitations" flush={data !== undefined && data.length > 0}>
      {data === undefined ? (
        <Unloaded query={query} columns={4} label="Loading invitations" />
      ) : data.length === 0 ? (
        <EmptyState title="No open invitations">People you invite appear here until they sign up.</EmptyState>
      ) : (
        <OpenTable invitations={data} onRevoke={setRevoking} />
      )}
      {revoking !== null && <RevokeDialog invitation={revoking} onClose={() => setRevoking(null)} />}
    </Card>
  )
}

interface OpenTableProps {
  readonly invitations: readonly Invitation[]
  readonly onRevoke: (invitation: Invitation) => void
}

function OpenTable({ invitations, onRevoke }: OpenTableProps) {
  return (
    <Table label="Open invitations">
      <TableHead>
        <HeaderCell>Email</HeaderCell>
        <HeaderCell>Sent</HeaderCell>
        <HeaderCell>Expires</HeaderCell>
        <HeaderCell>Invited by</HeaderCell>
        <HeaderCell hiddenLabel="Actions" />
      </TableHead>
      <TableBody>
        {invitations.map((invitation) => (
          <TableRow key={invitation.id}>
            <Cell look="title">
              <Email email={invitation.email} />
            </Cell>
            <Cell label="Sent">
              <Time value={invitation.createdAt} />
            </Cell>
            <Cell label="Expires">
              <Time value={invitation.expiresAt} />
            </Cell>
            <Cell label="Invited by">{invitation.invitedBy}</Cell>
            <Cell look="actions">
              <Button
                size="sm"
                variant="danger-quiet"
                icon={MailX}
                aria-label={`Revoke the invitation of ${invitation.email}`}
                onClick={() => onRevoke(invitation)}
              >
                Revoke
              </Button>
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function RevokeDialog({ invitation: { id, email }, onClose }: { readonly invitation: Invitation; readonly onClose: () => void }) {
  const [revoke, { isLoading, error }] = useRevokeInvitationMutation()
  const toast = useToast()
  const isGone = isMissing(error)
  const run = async () => {
    const answer = await revoke(id)
    if (answer.error !== undefined) return
    toast({ message: `Invitation of ${email} revoked` })
    onClose()
  }
  return (
    <ConfirmDialog
      // With another key React opens another dialog: it gives the focus to Close, and a screen reader reads its sentence.
      key={String(isGone)}
      title={`Revoke the invitation of ${email}?`}
      confirmLabel="Revoke"
      cancelLabel={isGone ? 'Close' : undefined}
      blocked={isGone}
      busy={isLoading}
      error={isGone ? null : error && sentenceOf(error)}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <p>
        {isGone
          ? 'It was accepted or revoked already, or has expired.'
          : 'The link in the email stops working. You can send another invitation.'}
      </p>
    </ConfirmDialog>
  )
}
