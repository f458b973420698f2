import { Header } from './header.tsx'

/** The public header alone (spec §2), for sibling sites that read it and put it above their pages. It may not be framed: only /zzd may (O-04). */
export default function HeaderOnly() {
  return <Header />
}
