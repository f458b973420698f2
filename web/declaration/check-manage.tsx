import { ReviewDesk } from './review/review-desk.tsx'
import { acceptDesk } from './review/states.ts'

/** /work/checkmanage: acceptance. */
export default function CheckManage() {
  return <ReviewDesk desk={acceptDesk} />
}
