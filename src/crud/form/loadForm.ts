import { codeLoader } from '../../ui/environment/codeLoader'

/** Loads the form's screen. The list that prefetches it shares the loader, so that the form knows which style sheet it lost. */
export const loadForm = codeLoader(async () => (await import('./FormScreen')).FormScreen)
