import { useState } from 'react'
import { useGetAccountQuery } from '../../api/accountApi'
import { useGetFactorsQuery, useRemoveUserFactorsMutation } from '../../api/factorApi'
import { hasNoFactor, type Factors } from '../../contract/factors'
import type { User } from '../../contract/users'
import { ACCOUNT_PAGE } from '../../crud/model/paths'
import { fieldsOf, hasFailed, problemOf } from '../../crud/model/problems'
import { counted } from '../../crud/model/words'
import { OwnUsername } from '../../crud/parts/OwnUsername'
import { Unloaded } from '../../crud/parts/Unloaded'
import { Button, LinkButton } from '../../ui/controls/Button'
import { FormDialog } from '../../ui/form/FormDialog'
import { PasswordField } from '../../ui/form/PasswordField'
import { Card } from '../../ui/layout/Card'
import { useToast } from '../../ui/overlay/Toaster'

interface Props {
  readonly user: Pick<User, 'id' | 'fullname' | 'emailConfirmedAt'>
}

/**
 * A colleague's second factors, with a button that removes them after a loss; one's own, with a link to the page that changes them. Renders
 * nothing without factors, or on a backend without them.
 */
export function FactorsCard({ user }: Props) {
  const query = useGetFactorsQuery(user.id)
  const { currentData: factors } = query
  const [removing, setRemoving] = useState(false)
  const isOwn = useGetAccountQuery().data?.id === user.id
  if (hasFailed(query))
    return (
      <Card title="Second factor">
        <Unloaded query={query} rows={1} columns={2} label="Loading the second factors" />
      </Card>
    )
  if (factors === undefined || hasNoFactor(factors)) return null
  return (
    <Card
      title="Second factor"
      description={isOwn ? undefined : 'Remove it when this user has lost the device and the recovery codes.'}
      actions={
        isOwn ? (
          <LinkButton size="sm" href={ACCOUNT_PAGE}>
            Open your account
          </LinkButton>
        ) : (
          <Button size="sm" variant="danger-quiet" onClick={() => setRemoving(true)}>
            Remove second factor
          </Button>
        )
      }
    >
      <p>{wordsOf(factors)}</p>
      {removing && <RemoveDialog user={user} onClose={() => setRemoving(false)} />}
    </Card>
  )
}

function wordsOf({ totp, passkeys, recoveryCodesLeft }: Factors): string {
  const parts = [
    totp === null ? null : 'Authenticator app',
    passkeys.length === 0 ? null : counted(passkeys.length, { one: 'passkey', many: 'passkeys' }),
    `${counted(recoveryCodesLeft, { one: 'recovery code', many: 'recovery codes' })} left`,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

function RemoveDialog({ user, onClose }: Props & { readonly onClose: () => void }) {
  const [remove, { isLoading, error }] = useRemoveUserFactorsMutation()
  const toast = useToast()
  // The server mails nothing to an address that nobody has confirmed.
  const isMailed = user.emailConfirmedAt != null
  const problem = error === undefined ? null : problemOf(error)
  return (
    <FormDialog
      size="sm"
      title={`Remove the second factor of ${user.fullname}?`}
      description={`Signing in then asks for the password alone, until a new second factor is set up.${isMailed ? ' The user is notified by email.' : ''}`}
      asks={false}
      action="Remove"
      danger
      busy={isLoading}
      failure={problem?.fields === undefined ? problem?.message : null}
      onClose={onClose}
      initialValues={{ proof: '' }}
      onSubmit={async ({ proof }, { setFieldErrors }) => {
        const answer = await remove({ userId: user.id, proof })
        if (answer.error !== undefined) return setFieldErrors(fieldsOf(answer.error))
        toast({ message: `Second factor of ${user.fullname} removed` })
        return onClose()
      }}
    >
      <OwnUsername />
      <PasswordField
        name="proof"
        label="Your own password"
        hint="Or a code from your authenticator app"
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
