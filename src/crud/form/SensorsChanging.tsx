import type { ChangePreview } from '../../contract/preview'
import { changingWords, sensorsWords } from './previewWords'

/** How many sensors change status, and for the first ones from what to what. */
export function SensorsChanging({ preview }: { readonly preview: ChangePreview }) {
  const changing = changingWords(preview)
  return (
    <>
      <p>{sensorsWords(preview)}.</p>
      {changing !== '' && <p>{changing}.</p>}
    </>
  )
}
