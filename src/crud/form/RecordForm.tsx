import { useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '../../ui/Button'
import { FormActions } from '../../ui/Card'
import { useEnvironment } from '../../ui/Environment'
import { Form, SubmitButton } from '../../ui/Form'
import { PageHeader } from '../../ui/PageHeader'
import { useToast } from '../../ui/Toaster'
import type { AnyRow } from '../crudSlice'
import type { AnyStandardArea } from '../declaration'
import { useDraftOwner } from '../draftOwner'
import { draftKey, dropDraft, readDraft } from '../drafts'
import { detailPath, listPath } from '../paths'
import { nameOf } from '../reference'
import { same } from '../same'
import { capitalized } from '../words'
import { DifferenceDialog } from './DifferenceDialog'
import { DraftOffer } from './DraftOffer'
import { FormSections } from './FormSections'
import { FormWatch } from './FormWatch'
import type { SaveFailure } from '../problems'
import { SaveProblem } from './SaveProblem'
import { useSave } from './useSave'
import { draftErrors, draftOf, rowValues, type Values } from './values'
import './form.css'

interface RecordFormProps {
  readonly area: AnyStandardArea
  /** The row that is edited; null makes a new one. */
  readonly row: AnyRow | null
  readonly title: string
  readonly start: Values
}

/** What the form stands on: what is clean, what is typed, and the version that it changes. */
interface Ground {
  readonly base: Values
  readonly typed: Values
  readonly version: number | null
  /** Another ground is another form. */
  readonly round: number
}

export function RecordForm({ area, row, title, start }: RecordFormProps) {
  const [ground, setGround] = useState<Ground>({ base: start, typed: start, version: row?.version ?? null, round: 0 })
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [typed, setTyped] = useState<Values>(start)
  const release = useRef<() => void>(() => undefined)
  const save = useSave(area.resource, row?.id ?? null)
  const formId = useId()
  const key = draftKey(useDraftOwner(), area.slug, row?.id ?? null)
  const { tabStorage } = useEnvironment()
  const [draft, setDraft] = useState(() => readDraft(tabStorage, key))
  const leave = useLeave(area, row)
  const toast = useToast()

  const stand = (next: Omit<Ground, 'round'>) => setGround({ ...next, round: ground.round + 1 })
  const submit = async (values: Values, version: number | null) => {
    setTyped(values)
    const outcome = await save(values, version)
    if ('failure' in outcome) return setFailure(outcome.failure)
    dropDraft(tabStorage, key)
    release.current()
    toast({ message: `${capitalized(area.resource.nouns.one)} ${nameOf(area.resource, outcome.saved)} saved` })
    leave(outcome.saved)
  }
  const takeTheirs = (theirs: AnyRow) => {
    const values = rowValues(area, theirs)
    dropDraft(tabStorage, key)
    setFailure(null)
    stand({ base: values, typed: values, version: theirs.version })
  }
  const saveMerged = (theirs: AnyRow, values: Values) => {
    setFailure(null)
    stand({ base: rowValues(area, theirs), typed: values, version: theirs.version })
    return submit(values, theirs.version)
  }

  return (
    <>
      <PageHeader title={title} crumbs={[{ label: area.title, href: listPath(area.slug) }]} />
      {draft !== null && !same(draft.values, start) && (
        <DraftOffer
          draft={draft}
          onRestore={() => {
            setDraft(null)
            stand({ base: draft.base, typed: draft.values, version: draft.version })
          }}
          onDiscard={() => {
            setDraft(null)
            dropDraft(tabStorage, key)
          }}
        />
      )}
      <SaveProblem failure={failure} slug={area.slug} />
      <Form
        key={ground.round}
        id={formId}
        label={title}
        className="record-form"
        initialValues={ground.base}
        validate={(values) => draftErrors(area.resource.draft, draftOf(values))}
        refused={failure?.kind === 'fields' ? failure.fields : null}
        onSubmit={(values) => submit(values, ground.version)}
      >
        <FormWatch formId={formId} ground={ground} draftKey={key} releaseRef={release} />
        <FormSections area={area} existing={row !== null} />
        <FormActions>
          <Button onClick={() => leave(null)}>Cancel</Button>
          <SubmitButton>{row === null ? `Create ${area.resource.nouns.one}` : 'Save changes'}</SubmitButton>
        </FormActions>
      </Form>
      {failure?.kind === 'stale' && (
        <DifferenceDialog
          area={area}
          base={ground.base}
          mine={typed}
          theirs={failure.theirs}
          onTakeTheirs={() => takeTheirs(failure.theirs)}
          onSave={(values) => saveMerged(failure.theirs, values)}
          onClose={() => setFailure(null)}
        />
      )}
    </>
  )
}

/** Back to where the form was opened from; a new row is shown instead, and so is one that was opened by its address. */
function useLeave(area: AnyStandardArea, row: AnyRow | null): (saved: AnyRow | null) => void {
  const navigate = useNavigate()
  const opened = useLocation().key === 'default'
  return (saved) => {
    if (row === null && saved !== null) void navigate(detailPath(area.slug, saved.id), { replace: true })
    else if (!opened) void navigate(-1)
    else void navigate(row === null ? listPath(area.slug) : detailPath(area.slug, row.id), { replace: true })
  }
}
