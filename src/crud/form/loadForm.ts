import { codeLoader } from '../../ui/environment/codeLoader'

/**
 * Loads the form's screen. The list prefetches with this same loader, so that a style sheet that failed to prefetch is loaded again with the
 * form.
 */
export const loadForm = codeLoader(async () => (await import('./FormScreen')).FormScreen)
