import { Header } from './header.tsx'

/** The public header alone, for sibling sites that embed it (spec §2). */
export default function HeaderOnly() {
  return <Header />
}
