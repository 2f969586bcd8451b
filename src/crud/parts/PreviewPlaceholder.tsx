import type { ComponentProps } from 'react'
import { QueryFailure } from './Unloaded'

/**
 * Placeholder of a preview: a line while it loads, and after a failure the reason and a retry button. Render it inside the status region that
 * then holds the preview: a screen reader announces only what changes in a region that was there before.
 */
export function PreviewPlaceholder({ query }: Pick<ComponentProps<typeof QueryFailure>, 'query'>) {
  return query.error === undefined ? (
    <p>Loading the preview…</p>
  ) : (
    <QueryFailure query={query} title="The preview could not be loaded" />
  )
}
