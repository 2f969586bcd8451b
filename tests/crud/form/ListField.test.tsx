import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { array, object, string } from 'yup'
import { ListField } from '../../../src/crud/form/ListField'
import { Form, SubmitButton } from '../../../src/ui/form/Form'
import { TextField } from '../../../src/ui/form/TextField'

const name = string().required('Name is required')
const schema = object({ names: array(object({ name })).max(1, 'At most 1 name') })

function setUp(names: readonly string[]) {
  render(
    <Form initialValues={{ names: names.map((one) => ({ name: one })) }} schema={schema} onSubmit={() => undefined}>
      <ListField name="names" label="Names" entryLabel="Name" hint="In any language" blank={{ name: '' }}>
        {(path) => <TextField name={`${path}.name`} label="Name" />}
      </ListField>
      <SubmitButton>Save</SubmitButton>
    </Form>,
  )
  const user = userEvent.setup()
  return {
    group: screen.getByRole('group', { name: 'Names' }),
    save: () => user.click(screen.getByRole('button', { name: 'Save' })),
  }
}

describe('the error of a list', () => {
  it('describes the list, which has the focus after the submit', async () => {
    const { group, save } = setUp(['Fern', 'Moss'])
    expect(group).toHaveAccessibleDescription('In any language')
    await save()
    await waitFor(() => expect(group).toHaveFocus())
    expect(group).toHaveAccessibleDescription('At most 1 name In any language')
  })

  it('belongs to an entry’s input when it is the entry’s', async () => {
    const { group, save } = setUp([''])
    await save()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
    expect(group).toHaveAccessibleDescription('In any language')
  })
})
