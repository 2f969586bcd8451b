import { useState } from 'react'
import { useChangeAccountMutation } from '../../api/accountApi'
import type { AccountDraft } from '../../contract/account'
import type { User } from '../../contract/users'
import { fieldsOf, problemOf } from '../../crud/model/problems'
import { same } from '../../ui/form/same'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { Card, FieldGrid } from '../../ui/layout/Card'
import { Form, SubmitButton } from '../../ui/form/Form'
import { TextField } from '../../ui/form/TextField'
import { useFormState } from '../../ui/form/formState'
import { useToast } from '../../ui/overlay/Toaster'
import { Unsaved } from '../../ui/form/Unsaved'

const schema = async () => (await import('../../contract/account')).accountDraft

/** The user's own names, shown in the list of users and in the activity. */
export function NamesCard({ account }: { readonly account: User }) {
  const [change] = useChangeAccountMutation()
  // The version that was shown or compared: a later one is not overwritten unseen.
  const [base, setBase] = useState(account)
  const [theirs, setTheirs] = useState<User | null>(null)
  const toast = useToast()
  const save = async (draft: AccountDraft, { version }: User): Promise<Awaited<ReturnType<typeof change>>> => {
    const answer = await change({ draft, version })
    const current = currentIn(answer.error)
    if (current === null) return answer
    // An earlier attempt has saved the name, and its answer was lost.
    if (same(namesOf(current), namesOf(draft))) return { data: current }
    // Another session changed something else of the account.
    return same(namesOf(current), namesOf(base)) ? save(draft, current) : answer
  }
  return (
    <Card title="Name" description="As other administrators see it.">
      <Form
        label="Name"
        className="measure"
        initialValues={namesOf(account)}
        schema={schema}
        onSubmit={async (values, { reset, setFieldErrors }) => {
          const draft = { firstName: values.firstName.trim(), lastName: values.lastName.trim() || null }
          const { data, error } = await save(draft, same(namesOf(account), namesOf(base)) ? account : base)
          const current = currentIn(error)
          setTheirs(current)
          setBase(data ?? current ?? base)
          if (data === undefined) return setFieldErrors(fieldsOf(error))
          reset(namesOf(data))
          return toast({ message: 'Your name has been saved' })
        }}
      >
        {theirs !== null && <Changed theirs={theirs} onTaken={() => setTheirs(null)} />}
        <FieldGrid>
          <TextField name="firstName" label="First name" autoComplete="given-name" />
          <TextField name="lastName" label="Surname" autoComplete="family-name" hint="Optional" />
        </FieldGrid>
        <SubmitButton className="at-start">Save name</SubmitButton>
        <Unsaved />
      </Form>
    </Card>
  )
}

interface ChangedProps {
  readonly theirs: User
  readonly onTaken: () => void
}

/** Inside the form: another session has saved another name. */
function Changed({ theirs, onTaken }: ChangedProps) {
  const { reset } = useFormState()
  const take = () => {
    reset(namesOf(theirs))
    onTaken()
  }
  return (
    <Alert
      tone="warning"
      role="status"
      title="Your account was changed elsewhere"
      actions={
        <Button size="sm" onClick={take}>
          Take theirs
        </Button>
      }
    >
      The name is now {theirs.fullname}. Save again to replace it.
    </Alert>
  )
}

function namesOf({ firstName, lastName }: AccountDraft) {
  return { firstName, lastName: lastName ?? '' }
}

/** The account as the server holds it, from the refusal of an earlier version. */
function currentIn(error: unknown): User | null {
  const { code, result } = problemOf(error)
  return code === 'stale' ? ((result as User | undefined) ?? null) : null
}
