// The language of the pages: a choice that the server keeps in this browser.

import { send } from "./talk.js";

for (const button of document.querySelectorAll("[data-language]")) {
  button.addEventListener("click", async () => {
    await send("/language", { language: button.dataset.language });
    location.reload();
  });
}
