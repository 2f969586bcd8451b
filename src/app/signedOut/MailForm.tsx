import { Form, type FormProps } from '../../ui/form/Form'
import { TextField } from '../../ui/form/TextField'

type Values = { readonly email: string }

const blank: Values = { email: '' }
const schema = async () => (await import('./schemas')).emailBody

/** The form that asks for a mail with a link; its button is `children`. */
export function MailForm({ children, ...form }: Pick<FormProps<Values>, 'label' | 'refused' | 'onSubmit' | 'children'>) {
  return (
    <Form {...form} initialValues={blank} schema={schema}>
      <TextField name="email" label="Email" type="email" autoComplete="username" />
      {children}
    </Form>
  )
}
