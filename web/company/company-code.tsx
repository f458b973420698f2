import { USER_TYPE_ENTERPRISE } from '../../contract/constants.ts'
import { useUser } from '../session.ts'
import { CodeLedger } from './code-ledger.tsx'
import { OwnCode } from './own-code.tsx'

/** 企业码: the company's own, or for staff the ledger with its figures. */
export default function CompanyCode() {
  return useUser()?.type === USER_TYPE_ENTERPRISE ? <OwnCode /> : <CodeLedger />
}
