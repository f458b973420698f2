import type { AskedOf, Endpoint } from '../contract/endpoint.ts'

/**
 * The parameters of an address, typed as the input of an endpoint. The values are unchecked text; the server checks them against the
 * endpoint's schema and rejects wrong ones.
 */
export const asked = <E extends Endpoint<any, any, any>>(
  _endpoint: E,
  said: Readonly<Partial<Record<keyof AskedOf<E>, unknown>>>,
): AskedOf<E> => said as unknown as AskedOf<E>
