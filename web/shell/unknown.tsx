import { redirect } from 'react-router'

/** Unknown addresses lead to /404 (spec §2). */
export function loader() {
  throw redirect('/404', 302)
}

export default function Unknown() {
  return null
}
