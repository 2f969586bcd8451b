/** The side menu's sections in the spec's order and words. spec §2. */
export const sections = {
  configuration: 'Configuration',
  admin: 'Admin',
  developer: 'developer',
  me: 'Me',
} as const

/** Below this the menu is a drawer. */
export const DRAWER_QUERY = '(max-width: 767.98px)'
