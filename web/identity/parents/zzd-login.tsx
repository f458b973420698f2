import { codeOfContainer, zzdArrival, type Arrival } from './arrival.ts'
import { sessionWire } from '../../../contract/session-wire.ts'
import { useSite } from '../../shell/root-data.ts'
import { Arriving } from './arriving.tsx'

/** Reads the sign-in from the address, or asks the surrounding app for a code. */
async function find(search: string): Promise<Arrival | null> {
  const named = zzdArrival(search)
  if (named) return named
  const token = await codeOfContainer()
  return token ? { endpoint: sessionWire.loginByZzd, input: { body: { token } }, redirect: null } : null
}
const home = () => location.replace('/zzd/home')

/** /zzd/login: staff sign in from 浙政钉 without a password (spec §2, §3). */
export default function ZzdLogin() {
  const { demo } = useSite()
  return (
    <Arriving
      title="浙政钉登录"
      find={find}
      nothing="请从浙政钉工作台中的本应用进入。"
      done={home}
      demoWays={demo ? [['演示：从浙政钉工作台进入', '/demo-parent/zzd/authorize']] : []}
    />
  )
}
