/** The way into a declaration: 立即申报 and what is asked before (spec §4). Results and policies stand above it, the declaration itself is a screen. */
export { DeclareButton } from './declare-button.tsx'
