import { ReviewDesk } from './review/review-desk.tsx'
import { officeDesk } from './review/states.ts'

/** /work/govcheckmanage: review and decision by the department. */
export default function GovCheckManage() {
  return <ReviewDesk desk={officeDesk} />
}
