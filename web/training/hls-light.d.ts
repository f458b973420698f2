/** The package declares types only for its whole build; the light one has the same interface. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
