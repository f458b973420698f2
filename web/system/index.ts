/** What the shell's header shows of this domain. */
export { NoticeBell } from './notice-bell.tsx'
