import { useState } from 'react'
import { useChangeAccountMutation } from '../../api/accountApi'
import type { ApiError } from '../../api/extra'
import type { User } from '../../contract/users'
import { Alert } from '../../ui/overlay/Alert'
import { Card, FieldGrid } from '../../ui/layout/Card'
import { Form, SubmitButton } from '../../ui/form/Form'
import { TextField } from '../../ui/form/TextField'
import { useToast } from '../../ui/overlay/Toaster'
import { fieldsOf } from '../account/fieldsOf'
import { Unsaved } from './Unsaved'

const schema = async () => (await import('../../contract/account')).accountDraft

interface Props {
  readonly account: User
  readonly onRefetch: () => void
}

/** The user's own names, shown in the list of users and in the activity. */
export function NamesCard({ account, onRefetch }: Props) {
  const [change] = useChangeAccountMutation()
  const [stale, setStale] = useState(false)
  const toast = useToast()
  return (
    <Card title="Name" description="As other administrators see it.">
      <Form
        label="Name"
        className="measure"
        initialValues={{ firstName: account.firstName, lastName: account.lastName ?? '' }}
        schema={schema}
        onSubmit={async (values, { reset, setFieldErrors }) => {
          const draft = { firstName: values.firstName.trim(), lastName: values.lastName.trim() || null }
          const { data, error } = await change({ draft, version: account.version })
          setStale(isStale(error))
          if (isStale(error)) onRefetch()
          if (data === undefined) return setFieldErrors(fieldsOf(error))
          reset({ firstName: data.firstName, lastName: data.lastName ?? '' })
          return toast({ message: 'Your name has been saved' })
        }}
      >
        {stale && (
          <Alert tone="warning" role="status" title="Your account was changed elsewhere">
            The name is now {account.fullname}. Save again to replace it.
          </Alert>
        )}
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

function isStale(error: unknown): boolean {
  return (error as ApiError | undefined)?.problem.code === 'stale'
}
