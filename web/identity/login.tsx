import { messages } from '../../contract/messages.ts'
import { Header } from '../shell/header.tsx'

export default function Login() {
  return <><Header hideMenu /><main id="main" className="container"><h1>登录</h1><p>{messages.comingSoon}</p></main></>
}
