import { useId, useState, type ComponentType } from 'react'
import type { SaveFailure } from '../../../machines/saveMachine'
import { Alert } from '../../ui/overlay/Alert'
import { BodyPortal } from '../../ui/layout/BodyPortal'
import { Button } from '../../ui/controls/Button'
import { FieldGrid } from '../../ui/layout/Card'
import type { ComboboxOption } from '../../ui/controls/useSearch'
import { FormDialog } from '../../ui/form/FormDialog'
import { useFormState } from '../../ui/form/formState'
import { useToast } from '../../ui/overlay/Toaster'
import type { AnyStandardArea } from '../model/declaration'
import { optionOf } from '../model/reference'
import { capitalized } from '../model/words'
import { SaveProblem } from './SaveProblem'
import { useSave } from './saveCalls'
import {
  type FieldInputProps,
  applicableValues,
  blankValues,
  draftErrors,
  draftOf,
  fieldNames,
  shownFields,
  type Values,
} from './values'
import './create.css'

export interface CreateDialogProps {
  readonly area: AnyStandardArea
  /** The search text, used as the new row's name. */
  readonly typed: string
  /** The picker's filter on the rows that it offers. */
  readonly offer: Readonly<Record<string, readonly string[]>>
  /** Renders a field: passed in, because the inputs of a form open this dialog. */
  readonly Input: ComponentType<FieldInputProps>
  readonly onCreated: (option: ComboboxOption) => void
  readonly onClose: () => void
}

/** Creates a row of another area with that area's form, in a dialog over the form that refers to it. */
export function CreateDialog({ area, typed, offer, Input, onCreated, onClose }: CreateDialogProps) {
  const { resource } = area
  const { one } = resource.nouns
  const toast = useToast()
  const save = useSave(resource, null)
  const [start] = useState(() => startValues(area, typed, offer))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const applicable = (values: Values) => applicableValues(area, values, start)
  const submit = async (values: Values) => {
    setBusy(true)
    const outcome = await save(applicable(values), null)
    setBusy(false)
    if ('failure' in outcome) return setFailure(outcome.failure)
    const option = optionOf(resource, outcome.saved)
    toast({ message: `${capitalized(one)} ${option.label} saved` })
    return onCreated(option)
  }
  const holder = failure?.kind === 'fields' ? failure.holder : null
  return (
    <BodyPortal>
      <FormDialog
        size="lg"
        title={`New ${one}`}
        action={`Create ${one}`}
        busy={busy}
        onClose={onClose}
        initialValues={start}
        validate={(values) => draftErrors(resource.draft, draftOf(applicable(values)))}
        refused={failure?.kind === 'fields' ? failure.fields : null}
        onSubmit={submit}
      >
        <div className="create-form">
          {holder === null ? (
            <SaveProblem failure={failure} slug={area.slug} />
          ) : (
            <Alert
              tone="danger"
              role="alert"
              title={failure?.kind === 'fields' ? failure.message : undefined}
              actions={
                Object.keys(offer).length === 0 && (
                  <Button size="sm" onClick={() => onCreated({ id: holder.id, label: holder.name })}>
                    Use {holder.name}
                  </Button>
                )
              }
            >
              It belongs to {holder.name}.
            </Alert>
          )}
          <Sections area={area} Input={Input} />
        </div>
      </FormDialog>
    </BodyPortal>
  )
}

/** The inputs of the area's form under their headings; a single section has no heading. */
function Sections({ area: { form, resource }, Input }: Pick<CreateDialogProps, 'area' | 'Input'>) {
  const id = useId()
  const { values } = useFormState()
  return form.map(({ title, hint, fields }) => (
    <section key={title} className="create-section" aria-labelledby={form.length > 1 ? `${id}${title}` : undefined}>
      {form.length > 1 && <h3 id={`${id}${title}`}>{title}</h3>}
      {hint !== undefined && <p className="field-hint">{hint}</p>}
      <FieldGrid>
        {shownFields(fields, values).map((field) => (
          <Input key={field.name} resource={resource} field={field} fixed={false} />
        ))}
      </FieldGrid>
    </section>
  ))
}

/** Blank values, the picker's required values, and the search text as the row's title, or as the form's first field. */
function startValues(area: AnyStandardArea, typed: string, offer: CreateDialogProps['offer']): Values {
  const names = fieldNames(area)
  const { title } = area.resource
  const name = names.includes(title) ? title : names[0]
  const offered = Object.entries(offer).map(([field, values]) => [field, values[0]])
  return { ...blankValues(area), ...Object.fromEntries(offered), ...(name !== undefined && typed !== '' && { [name]: typed }) }
}
