import { USER_TYPE_ENTERPRISE } from '../../contract/constants.ts'
import { useUser } from '../session.ts'
import { CodeLedger } from './code-ledger.tsx'
import { OwnCode } from './own-code.tsx'

/** 企业码: a company sees its own code, staff see the list of codes with statistics. */
export default function CompanyCode() {
  return useUser()?.type === USER_TYPE_ENTERPRISE ? <OwnCode /> : <CodeLedger />
}
