/** Paths of the groups' calls. */
export const humidity = '/api/v1/humidity_groups'
export const temperature = '/api/v1/temperature_groups'
export const light = '/api/v1/light_groups'
