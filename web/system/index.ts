/** The parts of this domain that the shell shows. */
export { NoticeBell } from './notice-bell.tsx'
export { default as FeedbackDialog } from './feedback/feedback-dialog.tsx'
