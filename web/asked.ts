import type { AskedOf, Endpoint } from '../contract/endpoint.ts'

/**
 * What an address says, as the input of an endpoint. The values are text that nobody has checked yet: the server does, by the endpoint's
 * schema, and refuses what does not fit.
 */
export const asked = <E extends Endpoint<any, any, any>>(
  _endpoint: E,
  said: Readonly<Partial<Record<keyof AskedOf<E>, unknown>>>,
): AskedOf<E> => said as unknown as AskedOf<E>
