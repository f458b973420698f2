import { DEMO_PASSWORD } from '../../../seed/identity.ts'
import type { TestApp } from './harness.ts'
import { logIn, personWith, type Person, type Tokens } from './people.ts'
import { multipart, pdf } from './samples.ts'

export interface Acting {
  /** acts for the company */
  person: Person
  /** the same person in a separate log-in without the company */
  self(): Promise<Person>
  /** the company's own account */
  company: Person
  companyId: number
  bindingId: number
}

/**
 * Binds a person to the company of `companyUser`, unless already bound, as users do it: evidence, approval by the service centre. Then the
 * person changes to the company.
 */
export async function actingFor(t: TestApp, userName: string, companyUser: string): Promise<Acting> {
  const company = t.as(companyUser)
  const { id: companyId, code } = (await company.get('/dynamic/company/info/findById')).body.data
  const bindingId = await boundAs(t, userName, companyId, code)
  const logInAnew = async (): Promise<Tokens> =>
    (await logIn(t.http, userName, DEMO_PASSWORD, t.kernel.config.DEMO_CAPTCHA ?? '')).body.data
  const own = await logInAnew()
  const changed = await personWith(t.http, async () => own).post<Tokens>('/sys/activeUser/changeToCompany', { companyId })
  return {
    person: personWith(t.http, async () => changed.body.data),
    self: async () => {
      const tokens = await logInAnew()
      return personWith(t.http, async () => tokens)
    },
    company,
    companyId,
    bindingId,
  }
}

async function boundAs(t: TestApp, userName: string, companyId: number, code: string): Promise<number> {
  const { list } = (await t.as(userName).get('/personal/company/list', { state: 1 })).body.data
  const standing = list.find((row: { companyId: number }) => row.companyId === companyId)
  if (standing) return standing.id
  const { payload, headers } = multipart({ name: '授权书.pdf', content: pdf(2000) })
  const proof = (await t.as(userName).send({ method: 'POST', url: '/files/upload', payload, headers })).body.data
  const asked = await t.as(userName).post('/personal/company/save', { code, position: '财务负责人', proofFiles: [proof] })
  if (!asked.body.success) throw new Error(`binding was refused: ${JSON.stringify(asked.body)}`)
  await t.as('front1').post('/personal/company/examine', { id: asked.body.data.id, version: 1, examineState: 1 })
  return asked.body.data.id
}
