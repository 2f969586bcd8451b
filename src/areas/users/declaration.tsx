import { MailPlus, UserRoundCheck, UserRoundX } from 'lucide-react'
import { useGetAccountQuery } from '../../api/accountApi'
import { users, type User } from '../../contract/users'
import { declare } from '../../crud/model/declaration'
import { ACCOUNT_PAGE, listPath } from '../../crud/model/paths'
import { Moment } from '../../crud/parts/FieldText'
import { LinkButton } from '../../ui/controls/Button'
import { Link } from '../../ui/controls/Link'
import { dialogOnDemand, panelOnDemand } from '../../ui/overlay/onDemand'
import { Badge, Status } from '../../ui/text/Status'
import { Time } from '../../ui/text/Time'
import { Email } from './Email'

const DeactivateDialog = dialogOnDemand(async () => (await import('./activation')).DeactivateDialog)
const ReactivateDialog = dialogOnDemand(async () => (await import('./activation')).ReactivateDialog)
const DeactivateMany = dialogOnDemand(async () => (await import('./activationOfMany')).DeactivateMany)
const ReactivateMany = dialogOnDemand(async () => (await import('./activationOfMany')).ReactivateMany)
// Loaded on demand: only a user's own page shows sessions and factors.
const FactorsCard = panelOnDemand(async () => (await import('./FactorsCard')).FactorsCard)
const SessionsCard = panelOnDemand(async () => (await import('./SessionsCard')).SessionsCard)

function ActiveStatus({ row, look }: { readonly row: User; readonly look?: 'pill' }) {
  const [tone, word] = row.active ? (['good', 'Active'] as const) : (['off', 'Deactivated'] as const)
  return (
    <Status tone={tone} look={look}>
      {word}
    </Status>
  )
}

function Confirmation({ row }: { readonly row: User }) {
  return row.emailConfirmedAt == null ? (
    <Status tone="warning">Not confirmed</Status>
  ) : (
    <Moment value={row.emailConfirmedAt} dense />
  )
}

/** Marks the signed-in user. */
function Name({ row }: { readonly row: User }) {
  const { data } = useGetAccountQuery()
  return (
    <>
      {row.fullname}
      {data?.id === row.id && (
        <>
          {' '}
          <Badge>You</Badge>
        </>
      )}
    </>
  )
}

function Summary({ row }: { readonly row: User }) {
  const { data } = useGetAccountQuery()
  return (
    <>
      {row.email},{' '}
      {row.lastSignInAt == null ? (
        'never signed in'
      ) : (
        <>
          last signed in <Time value={row.lastSignInAt} />
        </>
      )}
      {data?.id === row.id && (
        <>
          . This is you:{' '}
          <Link className="link" href={ACCOUNT_PAGE}>
            your account
          </Link>
        </>
      )}
    </>
  )
}

/** Users: the administrators, and whether they may sign in. Only the users themselves change their names. */
export const declaration = declare({
  resource: users,
  columns: [
    { key: 'fullname', title: 'Name', width: 9.75, cell: (row) => <Name row={row} /> },
    { key: 'email', title: 'Email', width: 13.5, cell: (row) => <Email email={row.email} /> },
    { key: 'active', title: 'Status', width: 7, cell: (row) => <ActiveStatus row={row} /> },
    { key: 'lastSignInAt', title: 'Last signed in', width: 8, cell: (row) => <Moment value={row.lastSignInAt} dense /> },
    { key: 'emailConfirmedAt', title: 'Email confirmed', width: 8.5, cell: (row) => <Confirmation row={row} />, minor: true },
    { key: 'createdAt', title: 'Since', minor: true },
  ],
  filters: [{ name: 'active', title: 'Status', words: { true: 'Active', false: 'Deactivated' } }],
  ListMain: () => (
    <LinkButton href={`${listPath('users')}/invitations`} icon={MailPlus} variant="primary">
      Invite
    </LinkButton>
  ),
  actions: [
    { label: 'Deactivate', icon: UserRoundX, danger: true, offered: (row) => row.active, Dialog: DeactivateDialog },
    { label: 'Reactivate', icon: UserRoundCheck, offered: (row) => !row.active, Dialog: ReactivateDialog },
  ],
  bulkActions: [
    { label: 'Deactivate', icon: UserRoundX, danger: true, Dialog: DeactivateMany },
    { label: 'Reactivate', icon: UserRoundCheck, Dialog: ReactivateMany },
  ],
  State: ({ row }) => <ActiveStatus row={row} look="pill" />,
  Summary,
  sections: [
    {
      title: 'User',
      items: [
        { key: 'firstName' },
        { key: 'lastName' },
        { key: 'email', copy: true },
        { key: 'emailConfirmedAt', always: true, value: (row) => <Confirmation row={row} /> },
        { key: 'lastSignInAt', always: true, value: (row) => <Moment value={row.lastSignInAt} /> },
        { key: 'active', label: 'Status', value: (row) => <ActiveStatus row={row} /> },
      ],
    },
  ],
  More: ({ row }) => (
    <>
      <FactorsCard user={row} />
      <SessionsCard user={row} />
    </>
  ),
  form: [],
  blank: {},
})
