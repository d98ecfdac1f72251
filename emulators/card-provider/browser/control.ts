for (const button of document.querySelectorAll("button")) {
  button.addEventListener("click", async () => {
    await fetch(button.dataset.to ?? "", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: button.dataset.body ?? "{}",
    });
    location.reload();
  });
}

export {};
