/** The side menu's sections, with the spec's order and labels. spec §2. */
export const sections = {
  configuration: 'Configuration',
  admin: 'Admin',
  developer: 'developer',
  me: 'Me',
} as const
