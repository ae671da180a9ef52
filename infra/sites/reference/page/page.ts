import { takeKeyFromLink } from '../../desk/page/key-link.ts';

interface SwaggerUi {
  preauthorizeApiKey(scheme: string, key: string): void;
}

declare const SwaggerUIBundle: (options: object) => SwaggerUi;

/** The reader's system setting. */
const dark = matchMedia('(prefers-color-scheme: dark)');
function followScheme() {
  return document.documentElement.classList.toggle('dark-mode', dark.matches);
}

dark.addEventListener('change', followScheme);
followScheme();

/** In sessionStorage, which ends with the tab, because a key is a password. */
const STORED = 'broadsheet.reference';

// This comes before the page is rendered, which reads the fragment as the operation to open.
const linkedKey = takeKeyFromLink();
if (linkedKey !== undefined) sessionStorage.setItem(STORED, linkedKey);

const ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // The validator would send the document to another host.
  validatorUrl: null,
  onComplete: () => {
    const key = sessionStorage.getItem(STORED);
    if (key !== null) ui.preauthorizeApiKey('bearer', key);
  },
});
