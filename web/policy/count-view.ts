import { call } from '../api.ts'

/** One view of a policy; the server counts a visitor once in ten minutes. A failure concerns nobody. */
export const countView = (id: number): Promise<unknown> =>
  call({ method: 'POST', path: '/pol/info/incViewNum', as: 'form' }, { body: { id } }, { silent: true }).catch(() => {})
