import { redirect } from 'react-router'
import { session } from '../session.ts'
import { workTarget } from './work-rights.ts'

/** /work redirects to the first menu entry, else to the landing page of the user type. */
export async function clientLoader() {
  await session.ready()
  if (!session.hasToken()) throw redirect('/login?redirect=%2Fwork')
  throw redirect(workTarget(session.menus(), session.user()?.type))
}
clientLoader.hydrate = true as const

export default function WorkIndex() {
  return null
}
