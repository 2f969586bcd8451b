/** The side menu's sections, in the specified order, with the specified labels. */
export const sections = {
  configuration: 'Configuration',
  admin: 'Admin',
  developer: 'developer',
  me: 'Me',
} as const
