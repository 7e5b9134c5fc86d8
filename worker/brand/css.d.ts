/** A sheet as text, as Vite reads it. */
declare module "*.css?raw" {
  const text: string;
  export default text;
}
