import { useLocation, useNavigate } from 'react-router-dom'
import type { FormEdit, SaveFailure } from '../../../machines/saveMachine'
import { useToast } from '../../ui/overlay/Toaster'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { editPath } from '../model/paths'
import { nameOf } from '../model/reference'
import { same } from '../../ui/form/same'
import { capitalized } from '../model/words'
import { usePreview, useSave, useUndoSave } from './saveCalls'
import { useSaving } from './useSaving'
import { draftOf, rowValues, withoutSecrets, type Values } from './values'

interface RecordOptions {
  readonly area: AnyStandardArea
  readonly row: AnyRow | null
  readonly start: Values
  readonly onSaved: (row: AnyRow | null) => void
  /** Called when the row to save does not exist. */
  readonly onMissing?: (() => void) | undefined
}

/** Runs the form of a row: its saves with their toasts, and the choice between the typed and a newer saved version. */
export function useRecord({ area, row, start, onSaved, onMissing }: RecordOptions) {
  const { resource } = area
  const { proposed: _proposed, ...withoutProposals } = area
  const toast = useToast()
  const toastSaved = useUndoSave(resource)
  const { search } = useLocation()
  const navigate = useNavigate()
  const sendValues = useSave(resource, row?.id ?? null)
  const preview = usePreview(resource, row)
  const version = row?.version ?? null
  const saving = useSaving({ slug: area.slug, form: row?.id ?? search, start, version, preview, save, onMissing, onSaved })

  async function save({ base, typed, version }: FormEdit): Promise<AnyRow> {
    // A proposal that the form shows is saved although nothing was typed.
    if (row !== null && isUnchanged(typed, base) && isUnchanged(typed, rowValues(withoutProposals, row))) {
      toast({ message: `${nameOf(resource, row)} has no changes to save` })
      return row
    }
    const outcome = await sendValues(typed, version)
    const saved = 'saved' in outcome ? outcome.saved : alreadySaved(area, typed, outcome.failure)
    if (saved === null) return Promise.reject('failure' in outcome ? outcome.failure : null)
    const message = `${capitalized(resource.nouns.one)} ${nameOf(resource, saved)} saved`
    if (row === null) toast({ message })
    // What the form proposed was not on the server before.
    else toastSaved(message, saved, version === row.version ? rowValues(withoutProposals, row) : base, typed)
    return saved
  }

  return {
    ...saving,
    /** Saves; a change that may affect other rows is previewed first. */
    submit: (typed: Values) =>
      saving.send({ type: 'save', typed, needsPreview: preview !== null && !isUnchanged(typed, saving.edit.base) }),
    /** Keeps what was typed while the save was under way as a draft of the saved row's form, which is about to close. */
    keepTypedSince(values: Values) {
      const saved = saving.row
      if (saved === null || same(values, saving.submitted)) return
      const { id, version } = saved
      const base = withoutSecrets(resource, rowValues(area, saved))
      saving.keepDraft({ values: withoutSecrets(resource, values), base, version }, id)
      toast({
        message: `What you typed during the save is kept in the form of ${nameOf(resource, saved)}`,
        action: { label: 'Open the form', onAct: () => void navigate(editPath(area.slug, id)) },
      })
    },
    /** Restarts the form from the version that another user saved. */
    takeTheirs(theirs: AnyRow) {
      const base = rowValues(area, theirs)
      saving.forgetTyped()
      saving.send({ type: 'restart', base, typed: base, version: theirs.version })
    },
    /** Overwrites the version that another user saved. */
    saveOver: (theirs: AnyRow, typed: Values) =>
      saving.send({ type: 'saveOver', base: rowValues(area, theirs), typed, version: theirs.version }),
  }
}

function isUnchanged(values: Values, base: Values): boolean {
  return same(draftOf(values), draftOf(base))
}

/** The row, when the server's newer version equals the sent values: an earlier attempt had saved it, and its answer was lost. */
function alreadySaved(area: AnyStandardArea, values: Values, failure: SaveFailure | null): AnyRow | null {
  if (failure?.kind !== 'stale') return null
  return isUnchanged(values, rowValues(area, failure.theirs)) ? failure.theirs : null
}
