import { useSearchParams } from 'react-router'
import { messages } from '../../contract/messages.ts'
import { session } from '../session.ts'
import { zzdLoginAddress } from '../session/came-from.ts'
import { ownAddress } from '../session/own-address.ts'
import { Header } from '../shell/header.tsx'
import { NeedsScript } from '../shell/needs-script.tsx'
import { useRootData, useSite } from '../shell/root-data.ts'
import { SkipLink } from '../shell/skip-link.tsx'
import { ssoAddress } from '../shell/sso.ts'
import { LoginForm } from './login-form.tsx'
import styles from './login.module.css'

/** Sign-in for operators and government staff; companies and individuals use the single sign-on (spec §2). Both return to `?redirect=`. */
export default function Login() {
  const site = useSite()
  const [query] = useSearchParams()
  const origin = useRootData()?.origin ?? 'http://localhost'
  const back = ownAddress(query.get('redirect'), origin)
  const enter = async () => {
    const home = await session.workbenchAddress()
    // The form leaves the history: the back button would otherwise ask a signed-in person to sign in.
    window.location.replace(ownAddress(query.get('redirect'), location.href) ?? home ?? '/page/home')
  }
  return (
    <>
      <SkipLink />
      <Header hideMenu />
      <main id="main" className={`container ${styles.page}`} tabIndex={-1}>
        <section className={`card ${styles.card}`}>
          <h1 className={styles.title}>登录</h1>
          <NeedsScript what="登录需要浏览器运行脚本" />
          <p className="meta">政府工作人员、运营人员使用账号登录</p>
          <LoginForm onDone={enter} />
          {site.zzdLogin && (
            <p className={`meta ${styles.help}`}>
              平时从浙政钉进入、没有密码的，请用<a href={zzdLoginAddress(back)}>浙政钉登录</a>。
            </p>
          )}
          <p className={`meta ${styles.help}`}>忘记密码的，请联系系统管理员重置。</p>
          {site.demo && (
            <p className={`meta ${styles.help}`}>
              演示：<a href="/zzd/login">浙政钉</a>、<a href="/login/platform">兄弟平台和省级平台</a>的登录也可以试用。
            </p>
          )}
          <p className={styles.sso}>
            {site.ssoUrl ? (
              <>
                企业和个人请从这里登录：<a href={ssoAddress(site.ssoUrl, back ?? undefined)}>{messages.enterpriseLogin}</a>
              </>
            ) : (
              <>企业和个人的登录还没有开通。不登录也可以查政策、做测算；要办理请致电 {site.phone}。</>
            )}
          </p>
        </section>
      </main>
    </>
  )
}
