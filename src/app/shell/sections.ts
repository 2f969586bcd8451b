/** The side menu's sections, with the spec's order and labels. spec §2. */
export const sections = {
  configuration: 'Configuration',
  admin: 'Admin',
  developer: 'developer',
  me: 'Me',
} as const

/** On narrower screens the menu is a drawer. */
export const DRAWER_QUERY = '(max-width: 767.98px)'
