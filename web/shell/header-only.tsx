import { Header } from './header.tsx'

/** The public header alone (spec §2), for sibling sites that load it into their pages. It may not be framed: only /zzd may (O-04). */
export default function HeaderOnly() {
  return <Header />
}
