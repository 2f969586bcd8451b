// Holds every style sheet to the names in src/ui/style/tokens.css: only there are sizes, radii, spaces, shadows, colours and times written out.

/** A length written out; one pixel is the width of a border, and what is taken off a radius inside it. */
const length = /(?<![\w.-])-?(?!1px)\d*\.?\d+(px|rem|em|pt)\b/
const time = /(?<![\w.-])\d*\.?\d*[1-9]\d*m?s\b/
const number = /^-?\d+$/

/** @type {import('stylelint').Config} */
export default {
  extends: 'stylelint-config-standard',
  ignoreFiles: ['dist/**', 'reports/**', 'node_modules/**', 'data/**'],
  reportNeedlessDisables: true,
  rules: {
    'declaration-property-value-disallowed-list': [
      {
        '/^(font-size|font)$/': [length],
        '/^(padding|margin|scroll-margin|scroll-padding)/': [length],
        '/^(gap|column-gap|row-gap)$/': [length],
        '/radius$/': [length],
        '/^(box-shadow|text-shadow)$/': [length],
        '/^(transition|animation)/': [time],
        'z-index': [number],
      },
      { message: 'Use a token of src/ui/style/tokens.css' },
    ],
    'color-no-hex': true,
    'import-notation': 'string',
    'lightness-notation': 'number',
    'hue-degree-notation': 'number',
    'alpha-value-notation': 'number',
    // Tokens are grouped by empty lines.
    'custom-property-empty-line-before': null,
    // It objects to a state or context of a class after the class itself, the order that a reader expects.
    'no-descending-specificity': null,
    'color-named': 'never',
    'function-disallowed-list': ['/^(rgba?|hsla?|oklch|oklab|lch|lab|hwb|color|light-dark)$/'],
  },
  overrides: [
    {
      // Its names are Swagger UI's.
      files: ['src/app/documentation/reader.css'],
      rules: { 'selector-class-pattern': null },
    },
    {
      // The only sheet that writes colours out.
      files: ['src/ui/style/tokens.css'],
      rules: { 'function-disallowed-list': null },
    },
  ],
}
